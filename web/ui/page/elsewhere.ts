/** A link to another site or file: it opens in a tab of its own, which learns nothing about this one. */
export const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const
