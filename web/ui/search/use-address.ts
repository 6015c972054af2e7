// The router types only routes known when it is compiled; ours derive from the registry.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

interface Address {
  /** A path, or `.` for the current one. */
  readonly to: string
  readonly params?: object
  /** `true` keeps the current search. */
  readonly search?: object | true | ((before: unknown) => object)
  readonly hash?: string
  readonly replace?: boolean
  readonly resetScroll?: boolean
}

export function useNavigateTo(): (address: Address) => void {
  const navigate = useNavigate()
  return useCallback((address) => void navigate(address), [navigate])
}

/** Not the router's own validation, which merges its result with the raw search and allows only JSON types. */
export const useAddressSearch = <S>(read: (raw: Readonly<Record<string, unknown>>) => S): S =>
  useSearch({ strict: false, select: read as never, structuralSharing: true })
