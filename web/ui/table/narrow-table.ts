import { createContext } from 'react'

export const NarrowTable = createContext(false)
