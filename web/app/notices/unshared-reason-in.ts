import { sharePath, type UnsharedReason, unsharedReasons } from '#schema/app/shared-files.ts'

export interface AppLocation {
  readonly pathname: string
  readonly search: object
}

export const unsharedReasonIn = ({ pathname, search }: AppLocation): UnsharedReason | undefined =>
  pathname === sharePath
    ? unsharedReasons.find((each) => each === (search as { readonly not?: unknown }).not)
    : undefined
