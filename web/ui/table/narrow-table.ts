import { createContext } from 'react'

/** Whether the table around a cell leaves columns out; the first cell then shows the most important of their values. */
export const NarrowTable = createContext(false)
