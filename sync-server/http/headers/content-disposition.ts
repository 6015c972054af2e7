/** In ASCII, and in full for clients that know RFC 8187. */
export const contentDisposition = (disposition: 'inline' | 'attachment', name: string): string =>
  `${disposition}; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
