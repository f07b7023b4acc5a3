import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Returns the source expression that allows one inline script or style. */
export const hashOf = (code: string): string =>
  `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** Returns the hashes of the inline scripts of a page. */
export const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, code = '']) =>
    hashOf(code),
  );

/**
 * Returns the content security policy of the built page: everything from its own host, nothing from another one. Inline scripts are
 * allowed by their hashes, style sheets and style attributes in HTML not at all.
 */
export const policyOf = (html: string): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scriptHashes(html)].join(' '),
    // Pictures for files are drawn from the page's own SVG.
    "img-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Writes the policy into the built page. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(html) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
