export const telephoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+*#]/g, '')}`
