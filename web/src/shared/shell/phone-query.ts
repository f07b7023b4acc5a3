/** The media query of windows that have the layout of a phone. */
export const PHONE = '(width<=700px),(width<=1000px) and (height<=480px) and (pointer:coarse)';
