import { useEffect, useState } from 'react'
import type { Shared } from '#web/store/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

interface FirstShared {
  readonly id: string
  readonly file: File
  /** How many wait besides. */
  readonly left: number
}

/** The oldest file that was shared with the app, and how to go on to the next one. */
export function useSharedFile() {
  const { shared: all } = useStore()
  const [shared, setShared] = useState<FirstShared | 'unread' | null>('unread')
  useEffect(() => {
    let isShown = true
    void firstOf(all).then((first) => isShown && setShared(first))
    return () => {
      isShown = false
    }
  }, [all])
  const remove = async (id: string) => {
    const done = (await all.all()).find((each) => each.id === id)
    if (done) await all.remove(done)
  }
  /** It is uploaded, or taken out; true when another one follows. */
  const next = async (id: string) => {
    await remove(id)
    const first = await firstOf(all)
    setShared(first)
    return first !== null
  }
  return { shared, remove, next }
}

/** Null also when the disk fails: what is chosen by hand is uploaded nevertheless. */
const firstOf = (all: Shared): Promise<FirstShared | null> => readFirst(all).catch(() => null)

async function readFirst(all: Shared): Promise<FirstShared | null> {
  const waiting = await all.all()
  for (const each of waiting) if (!each.seen) await all.see(each)
  const [first] = waiting
  const file = first && (await all.open(first))
  return file ? { id: first.id, file, left: waiting.length - 1 } : null
}
