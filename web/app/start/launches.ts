import { addressAfterShare, type UnsharedReason } from '#schema/app/shared-files.ts'

/** Chromium's API, missing from the standard types. */
interface WithLaunches {
  readonly launchQueue?: {
    setConsumer(consumer: (launch: { readonly files: readonly OpenedFile[] }) => void): void
  }
}

interface OpenedFile {
  getFile(): Promise<File>
}

type StoreFiles = (files: readonly File[]) => Promise<'stored' | UnsharedReason>

export function handleLaunches(window: object, storeFiles: StoreFiles, go: (path: string) => void): void {
  const handle = async (opened: readonly OpenedFile[]): Promise<void> => {
    const files = await Promise.all(opened.map((each) => each.getFile())).catch(() => null)
    go(addressAfterShare(files ? await storeFiles(files) : 'unkept'))
  }
  ;(window as WithLaunches).launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void handle(files)
  })
}
