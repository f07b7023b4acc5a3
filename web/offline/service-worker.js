/**
 * The service worker of the built page: keeps the page's files, so that the page opens and works without a network after the first
 * visit. plugin.ts fills in the list of files.
 *
 * The page and its documents come from the network whenever there is one, so a reload always shows the newest version. The files in
 * assets/ have a hash of their content in their name, so a kept one is never outdated.
 */

const VERSION = '__VERSION__';
/** Addresses relative to the scope. '' is the page. */
const FILES = JSON.parse('__FILES__');
/** Wait for the page from the network if a kept one is there, ms. */
const PATIENCE_MS = 4000;

const { scope } = self.registration;
/** Other pages of the same host have caches too. */
const OURS = `aqm ${scope} `;
const CACHE = OURS + VERSION;

const isOurs = (name) => name.startsWith(OURS);

async function install() {
  const cache = await caches.open(CACHE);
  // Asks the server also for files that the browser has in its own cache.
  await cache.addAll(FILES.map((file) => new Request(scope + file, { cache: 'no-cache' })));
}

/**
 * No tab shows an older version any more: a worker waits for that, so an update never takes the files of a running page away.
 */
async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => isOurs(name) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

/** Returns the kept answer of this version, else of another one; undefined without one. */
async function kept(address) {
  const names = (await caches.keys()).filter(isOurs);
  for (const name of [CACHE, ...names]) {
    const cache = await caches.open(name);
    const found = await cache.match(address, { ignoreSearch: true, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** A document: from the network, unless it fails or is slow. */
async function newest(request, address) {
  const answer = fetch(request);
  const own = await kept(address);
  if (!own) return answer;
  const late = new Promise((settle) => setTimeout(() => settle(own), PATIENCE_MS));
  return Promise.race([answer, late]).catch(() => own);
}

async function fixed(request) {
  return (await kept(request.url)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
/** A page asks whether its script is of this version. */
self.addEventListener('message', ({ data, ports }) =>
  ports[0]?.postMessage(FILES.some((file) => scope + file === data.keeps)),
);
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const base = new URL(scope);
  if (request.method !== 'GET' || origin !== base.origin || !pathname.startsWith(base.pathname))
    return;
  const path = pathname.slice(base.pathname.length);
  const file = path === 'index.html' ? '' : path;
  if (path.startsWith('assets/')) event.respondWith(fixed(request));
  else if (FILES.includes(file)) event.respondWith(newest(request, scope + file));
});
