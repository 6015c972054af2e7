/** The header that names a file in ASCII and, for everything that knows RFC 8187, in its own words. */
export const contentDisposition = (how: 'inline' | 'attachment', name: string): string =>
  `${how}; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
