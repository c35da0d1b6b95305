// An act that a second click does not repeat: it is under way until its result is shown, for which `onSuccess` returns
// the promise of the refetch.

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

export function useAct<Result, Told = void>(options: UseMutationOptions<Result, Error, Told>) {
  const act = useMutation(options)
  // A double click is faster than the rendering of the busy button.
  const isUnderWay = useRef(false)
  const mutate = (told: Told) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    act.mutate(told, {
      onSettled() {
        isUnderWay.current = false
      },
    })
  }
  return { ...act, mutate }
}
