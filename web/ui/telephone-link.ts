/** The link that calls a number; what people write around its digits is left out. */
export const telephoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+*#]/g, '')}`
