import { growthOf } from '#schema/sync/protocol.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { useStore } from '#web/ui/store-context.ts'

export const useGrowth = (): string => percent(growthOf(useStore().identity) ?? '0')
