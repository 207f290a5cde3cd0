import type { ButtonHTMLAttributes } from "react";
import "./button.css";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: "plain" | "primary" | "danger" | "quiet";
  /** Work is under way: the button stays where it is and does nothing. */
  busy?: boolean;
}

/** A button. While busy it keeps its focus and its width. */
export function Button({ kind = "plain", busy, className, onClick, type = "button", ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind}${className ? ` ${className}` : ""}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={busy ? (e) => e.preventDefault() : onClick}
    />
  );
}
