// The completion of shells: the first word, then the second.

import { firstWords } from './commandNames.ts'
import { exitStatus, Failure } from './failures.ts'
import { triggers } from './trigger.ts'

export const shells = ['bash', 'zsh', 'fish']

export function completion(shell: string, names: string[]): string {
  if (!shells.includes(shell)) throw new Failure(`Choose a shell: ${shells.join(', ')}.`, exitStatus.usage)
  const first = firstWords(names)
  const rows = first.flatMap(word => {
    const pairs = names.filter(name => name.startsWith(`${word} `))
    return pairs.length === 0 ? [] : [[word, pairs.map(name => name.slice(word.length + 1))] as const]
  })
  rows.push(['trigger', triggers], ['completion', shells])
  if (shell === 'fish') {
    const beginning = `complete -c octavo -f -n __fish_use_subcommand -a '${first.join(' ')}'`
    return [
      beginning,
      ...rows.map(
        ([word, words]) => `complete -c octavo -f -n '__fish_seen_subcommand_from ${word}' -a '${words.join(' ')}'`,
      ),
    ].join('\n')
  }
  const cases = rows.map(([word, words]) => `    ${word}) words='${words.join(' ')}' ;;`).join('\n')
  const bash = `_octavo() {\n  local words='${first.join(' ')}'\n  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in\n${cases}\n    *) words='' ;;\n  esac\n  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))\n}\ncomplete -F _octavo octavo`
  return shell === 'zsh' ? `autoload -U bashcompinit && bashcompinit\n${bash}` : bash
}
