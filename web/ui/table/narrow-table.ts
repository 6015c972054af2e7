import { createContext } from 'react'

/** Whether the table hides columns; the first cell then shows their most important values. */
export const NarrowTable = createContext(false)
