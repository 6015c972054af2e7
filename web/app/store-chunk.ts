// The one door through which the page brings the store, so that it stays one chunk.
export { rememberedIdentity, rememberIdentity } from '#web/store/identity.ts'
export { openStore } from '#web/store/open.ts'
export { wipe } from '#web/store/wipe.ts'
