import { describe } from 'vitest'
import { playHistories } from './search/play-histories.ts'

describe('two versions of the app beside each other', () => {
  playHistories('versions', 'GROW3 GROW5 GROW6 GROW7 GROW8 GROW9 lose nothing and expose nothing', 12)
})
