// The nonce that the CSP allows for style elements (sync-server/http/client/app-page.ts); undefined if there is none.
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

export const styleNonce = meta?.nonce || undefined

/** Read by react-remove-scroll, which the overlays use. */
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
