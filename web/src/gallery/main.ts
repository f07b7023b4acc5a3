import { mount } from 'svelte';
import '../styles/base.css';
import Gallery from './Gallery.svelte';
import Lines from './Lines.svelte';
import Report from './Report.svelte';

// For development only: no page links here, and the production build starts from index.html.
const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
if (query.has('presenter')) document.documentElement.dataset['size'] = 'presenter';

const target = document.getElementById('gallery');
if (!target) throw new Error('gallery.html has no #gallery');
const section = query.get('section') ?? 'plots';
const item = query.get('item');
if (item !== null) {
  const count = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
  mount(Report, {
    target,
    props: { name: item, runs: count('runs', 0), every: count('every', 1) },
  });
} else if (section === 'lines') mount(Lines, { target, props: { live: query.has('live') } });
else
  mount(Gallery, {
    target,
    props: { lanes: Number(query.get('lanes') ?? 3), live: query.has('live'), section },
  });
