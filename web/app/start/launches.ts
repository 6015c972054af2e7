// Files opened with the installed app, which the browser passes to the window.
import { sharedAddress, type UnsharedReason } from '#schema/app/shared-files.ts'

/** Chromium's API, missing from the standard types. */
interface WithLaunches {
  readonly launchQueue?: {
    setConsumer(consumer: (launch: { readonly files: readonly OpenedFile[] }) => void): void
  }
}

interface OpenedFile {
  getFile(): Promise<File>
}

type Keep = (files: readonly File[]) => Promise<'kept' | UnsharedReason>

/** Stores the files, then goes to the page that asks what they belong to, or that explains why they are missing. */
export function handleLaunches(from: object, keep: Keep, go: (path: string) => void): void {
  const take = async (opened: readonly OpenedFile[]): Promise<void> => {
    const files = await Promise.all(opened.map((each) => each.getFile())).catch(() => null)
    go(sharedAddress(files ? await keep(files) : 'unkept'))
  }
  ;(from as WithLaunches).launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void take(files)
  })
}
