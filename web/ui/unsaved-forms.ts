// Which open forms hold words that are not saved yet: reloading waits for them.
import { useEffect } from 'react'
import { create } from 'zustand'

export const useUnsavedForms = create<{ readonly count: number }>(() => ({ count: 0 }))

const move = (by: number) => useUnsavedForms.setState(({ count }) => ({ count: count + by }))

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    move(1)
    return () => move(-1)
  }, [isDirty])
}
