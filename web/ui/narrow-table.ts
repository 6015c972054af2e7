import { createContext } from 'react'

/** Whether the table around a cell leaves columns out, so that the first one says what matters most of them. */
export const NarrowTable = createContext(false)
