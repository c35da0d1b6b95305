// Whether the files of this press have binding codes, which the operator sets for each printer.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Undefined while it is not known. */
export const useBindingCodes = (): boolean | undefined =>
  useQuery({
    queryKey: ['press', 'binding'],
    queryFn: () => api.GET('/press/binding'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.bindingCodes
