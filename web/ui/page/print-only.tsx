import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import classes from './print-only.module.css'

/** Rendered only for printing, however it was started. */
export function PrintOnly({ children }: { readonly children: ReactNode }) {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser captures the page when the event handler returns.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting && createPortal(<div className={classes['paper']}>{children}</div>, document.body)
}
