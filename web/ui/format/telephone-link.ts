/** The link that calls a number; other characters around its digits are left out. */
export const telephoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+*#]/g, '')}`
