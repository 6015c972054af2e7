export const isFont = (url: string): boolean => url.endsWith('.woff2')
