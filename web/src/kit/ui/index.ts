// Dialog and Sheet are imported by their file names, not from here.

export { default as Button } from './Button.svelte';
export { default as Control } from './Control.svelte';
export { default as Disclosure } from './Disclosure.svelte';
export { default as Icon } from './Icon.svelte';
export { default as Label } from './Label.svelte';
export { default as Menu } from './Menu.svelte';
export { default as NumberField } from './NumberField.svelte';
export { default as Segmented } from './Segmented.svelte';
export { default as SignLegend } from './SignLegend.svelte';
export { default as Select } from './Select.svelte';
export { default as Swatch } from './Swatch.svelte';
export { default as Switch } from './Switch.svelte';
export { default as TextField } from './TextField.svelte';
export { default as Term } from './Term.svelte';
