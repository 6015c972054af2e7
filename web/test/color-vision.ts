// The distance of two colors in OKLab (Björn Ottosson, 2020) x 100, for color-blind people too: simulation by
// Machado, Oliveira and Fernandes (2009) at full severity.
import { channels } from './contrast.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

const visions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
  ],
  deuteranopia: [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_82, 0.042_94, 0.968_881],
  ],
  tritanopia: [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>

export type Vision = keyof typeof visions
export const visionNames = Object.keys(visions) as readonly Vision[]

const toConeResponse: Matrix = [
  [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
  [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
  [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
]
const toLab: Matrix = [
  [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
  [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
  [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
]

const each = <T>([x, y, z]: readonly [T, T, T], change: (value: T) => number): Triple => [
  change(x),
  change(y),
  change(z),
]
const times = (matrix: Matrix, [x, y, z]: Triple): Triple => each(matrix, ([a, b, c]) => a * x + b * y + c * z)

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function lab(color: string, vision: Vision): Triple {
  const seen = times(visions[vision], each(channels(color) as Triple, linear))
  const inGamut = each(seen, (value) => Math.min(1, Math.max(0, value)))
  return times(toLab, each(times(toConeResponse, inGamut), Math.cbrt))
}

export function distance(one: string, other: string, vision: Vision): number {
  const [a, b] = [lab(one, vision), lab(other, vision)]
  return 100 * Math.hypot(...a.map((value, index) => value - b[index]!))
}
