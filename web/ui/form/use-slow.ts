import { useEffect, useState } from 'react'

export function useSlow(busy: boolean, ms = 150): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), ms)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy, ms])
  return slow
}
