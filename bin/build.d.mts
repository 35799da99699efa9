export function build(): Promise<string>
export function sourceHash(): string
