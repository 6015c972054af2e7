import { useEffect, useState } from 'react'
import type { Shared } from '#web/store/base/contract.ts'
import type { SharedFile } from '#web/store/base/shared-file.ts'
import { useStore } from '#web/ui/store-context.ts'

interface FirstShared {
  readonly id: string
  readonly file: File
  /** How many wait besides. */
  readonly left: number
}

/** Files that came to the app, until the person says whether they shared them. */
interface UnconfirmedFiles {
  readonly unconfirmed: readonly SharedFile[]
}

/** The oldest file that was shared with the app, and how to go on to the next one. */
export function useSharedFile() {
  const { shared: all } = useStore()
  const [shared, setShared] = useState<FirstShared | UnconfirmedFiles | 'unread' | null>('unread')
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
  /** The person has said whether the unconfirmed files are theirs. */
  const decide = async (unconfirmed: readonly SharedFile[], isTheirs: boolean) => {
    for (const each of unconfirmed) await (isTheirs ? all.confirm(each) : all.remove(each))
    setShared(await firstOf(all))
  }
  return { shared, remove, next, decide }
}

/** Null also when the disk fails: what is chosen by hand is uploaded nevertheless. */
const firstOf = (all: Shared): Promise<FirstShared | UnconfirmedFiles | null> => readFirst(all).catch(() => null)

async function readFirst(all: Shared): Promise<FirstShared | UnconfirmedFiles | null> {
  const waiting = await all.all()
  for (const each of waiting) if (!each.seen) await all.see(each)
  const unconfirmed = waiting.filter((each) => each.isUnconfirmed)
  if (unconfirmed.length > 0) return { unconfirmed: unconfirmed.map((each) => ({ ...each, seen: true })) }
  const [first] = waiting
  const file = first && (await all.open(first))
  return file ? { id: first.id, file, left: waiting.length - 1 } : null
}
