import { wordedDate } from './worded-date.ts'

/** "Friday, May 21, 2027". */
export const dayInWords = wordedDate({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
