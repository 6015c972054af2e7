import { useEffect, useState } from 'react'
import type { Shared } from '#web/store/base/files.ts'
import type { SharedFile } from '#web/store/base/shared-file.ts'
import { useStore } from '#web/ui/store-context.ts'

interface FirstSharedFile {
  readonly id: string
  readonly file: File
  readonly remaining: number
}

/** Reached the app without the person confirming that they shared them. */
interface UnconfirmedFiles {
  readonly unconfirmed: readonly SharedFile[]
}

export function useSharedFile() {
  const { shared: all } = useStore()
  const [shared, setShared] = useState<FirstSharedFile | UnconfirmedFiles | 'unread' | null>('unread')
  useEffect(() => {
    let isMounted = true
    void firstOf(all).then((first) => isMounted && setShared(first))
    return () => {
      isMounted = false
    }
  }, [all])
  const remove = async (id: string) => {
    const removed = (await all.all()).find((each) => each.id === id)
    if (removed) await all.remove(removed)
  }
  const next = async (id: string) => {
    await remove(id)
    const first = await firstOf(all)
    setShared(first)
    return first !== null
  }
  const decide = async (unconfirmed: readonly SharedFile[], isConfirmed: boolean) => {
    for (const each of unconfirmed) await (isConfirmed ? all.confirm(each) : all.remove(each))
    setShared(await firstOf(all))
  }
  return { shared, remove, next, decide }
}

/** Also null if storage fails: files can still be chosen by hand. */
const firstOf = (all: Shared): Promise<FirstSharedFile | UnconfirmedFiles | null> => readFirst(all).catch(() => null)

async function readFirst(all: Shared): Promise<FirstSharedFile | UnconfirmedFiles | null> {
  const queue = (await all.all()).filter(({ page }) => !page)
  for (const each of queue) if (!each.seen) await all.markSeen(each)
  const unconfirmed = queue.filter((each) => each.isUnconfirmed)
  if (unconfirmed.length > 0) return { unconfirmed: unconfirmed.map((each) => ({ ...each, seen: true })) }
  const [first] = queue
  const file = first && (await all.open(first))
  return file ? { id: first.id, file, remaining: queue.length - 1 } : null
}
