// Files that somebody opens with the installed app: the browser hands them over to the window.
import { sharedAddress, type UnsharedReason } from '#schema/app/shared-files.ts'

/** What Chromium has and the standard library's types lack. */
interface WithLaunches {
  readonly launchQueue?: {
    setConsumer(consumer: (launch: { readonly files: readonly OpenedFile[] }) => void): void
  }
}

interface OpenedFile {
  getFile(): Promise<File>
}

type Keep = (files: readonly File[]) => Promise<'kept' | UnsharedReason>

/** Keeps the files, then goes where the person is asked what they belong to, or is told why they are not there. */
export function handleLaunches(from: object, keep: Keep, go: (path: string) => void): void {
  const take = async (opened: readonly OpenedFile[]): Promise<void> => {
    const files = await Promise.all(opened.map((each) => each.getFile())).catch(() => null)
    go(sharedAddress(files ? await keep(files) : 'unkept'))
  }
  ;(from as WithLaunches).launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void take(files)
  })
}
