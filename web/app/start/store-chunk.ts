// The page imports the store only from here, so that it stays one chunk.
export {
  forgetSealed,
  rememberContact,
  rememberedContact,
  rememberedIdentity,
  rememberIdentity,
  sealedPeople,
} from '#web/store/disk/identity.ts'
export { openStore } from '#web/store/open.ts'
export { evictPerson } from '#web/store/evict-person.ts'
export { storeSharedFiles } from '#web/store/files/shared-files.ts'
export { wipe } from '#web/store/wipe.ts'
