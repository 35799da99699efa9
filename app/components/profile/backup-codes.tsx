import { buttonStyle } from '#app/ui/button-style.ts'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

/** New backup codes, shown only once; with a script they can be copied and downloaded. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section
      aria-labelledby="new-codes"
      className="mt-8 max-w-xl border border-line bg-sheet p-6"
      role="status"
    >
      <h2 id="new-codes" className="text-2xl">
        Save your backup codes
      </h2>
      <p className="mt-3 text-soft">
        If you lose your phone, you can use each code once to sign in. You will not see them again.
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {useHydrated() && <Keep text={`${codes.join('\n')}\n`} />}
    </section>
  )
}

function Keep({ text }: { text: string }) {
  return (
    <p className="mt-5 flex flex-wrap gap-3">
      <CopyButton text={text} />
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download="hemline-backup-codes.txt"
        className={buttonStyle({ kind: 'secondary', size: 'small' })}
      >
        Download
      </a>
    </p>
  )
}
