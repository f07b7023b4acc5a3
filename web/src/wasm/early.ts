/** A worker that has been started, and the simulator on its way to it. */
interface Early {
  readonly worker: Worker;
  readonly simulator: Promise<WebAssembly.Module>;
}

/** What the built page's first statement has begun: `startEarly` in vite.config.ts. Nothing in development. */
export const { early } = globalThis as { readonly early?: Early };
