import { disks, slowCodec } from './sealing.ts'

disks.codec = slowCodec
