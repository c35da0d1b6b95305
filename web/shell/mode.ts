// Sandbox or production stands in the address of every screen of the dashboard, so that a link says which one it means.

import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Mode } from '../api.ts'

/** Null in an address that names another one. */
export function useModeOrNone(): Mode | null {
  const { mode } = useParams({ strict: false }) as { mode?: string }
  return mode === 'production' || mode === 'sandbox' ? mode : null
}

export function useMode(): Mode {
  const { mode } = useParams({ strict: false }) as { mode?: string }
  return mode === 'production' ? 'production' : 'sandbox'
}

/** A part of the path, as in /sandbox/orders/:customerOrderId. */
export const useParam = (name: string): string => (useParams({ strict: false }) as Record<string, string>)[name] ?? ''

/** The chosen tab of a screen, which stands in the address; the first where it names none of them. */
export function useTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: string | null) => void] {
  const [{ tab }, setFilters] = useFilters()
  const choose = (chosen: string | null) => setFilters({ tab: chosen === tabs[0] ? '' : (chosen ?? '') })
  return [tabs.find(one => one === tab) ?? tabs[0], choose]
}

export type Filters = Record<string, string | undefined>

/** What is filtered stands in the address too. Setting one to '' takes it out. */
export function useFilters(): [Filters, (changes: Filters) => void] {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Filters) =>
      void navigate({
        to: '.' as never,
        search: ((before: Filters) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
          )) as never,
        replace: true,
      }),
    [navigate],
  )
  return [filters, change]
}
