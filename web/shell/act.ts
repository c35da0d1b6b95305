// An act that a second click does not begin again: it is under way until what it changed is shown, for which its
// `onSuccess` answers the promise of asking anew.

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

export function useAct<Result, Told>(options: UseMutationOptions<Result, Error, Told>) {
  const act = useMutation(options)
  // A double click is faster than the button is drawn as busy.
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
