import { describe } from 'vitest'
import { playHistories } from './search/play-histories.ts'

describe('people who share a browser', () => {
  playHistories('windows', "WHO1 WHO4 WHO5 WHO7 never act for, see or lose what is somebody else's", 40)
})
