import { wordedDate } from './worded-date.ts'

export const dayInWords = wordedDate({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
