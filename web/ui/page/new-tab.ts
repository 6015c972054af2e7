/** For links to other sites and files: a new tab that learns nothing about this one. */
export const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const
