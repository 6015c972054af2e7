// The nonce with which the server's policy allows the style elements of this page (sync-server/http/client/app-page.ts);
// undefined where no policy asks for one.
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

export const styleNonce = meta?.nonce || undefined

/** Where react-remove-scroll, which the overlays use, looks for it. */
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
