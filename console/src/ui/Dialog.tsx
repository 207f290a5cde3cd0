import { useEffect, type FormEvent, type ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Refusal } from "../api/refusal";
import { Button } from "./Button";
import { Refused } from "./states";
import "./copy.css";
import "./dialog.css";

interface Props {
  title: string;
  onClose: () => void;
  size?: "small" | "medium" | "large";
  /** A decision: it does not close when the ground is clicked. */
  alert?: boolean;
  children: ReactNode;
  /** Below, in sight whatever is scrolled. */
  foot?: ReactNode;
  onSubmit?: () => void;
  /** Has nothing but text, which the keyboard must be able to scroll. */
  reads?: boolean;
}

/** A dialog over the page. Escape closes it, and the focus goes back where it was. */
export function Dialog({ title, onClose, size = "medium", alert, children, foot, onSubmit, reads }: Props) {
  useEffect(() => backToContent, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} isDismissable={!alert && size === "small"} className="dialog-ground">
      <Modal className={`dialog dialog-${size}`}>
        <AriaDialog role={alert ? "alertdialog" : "dialog"} className="dialog-inner">
          <form className="dialog-form" onSubmit={submit} noValidate>
            <div className="dialog-head">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <button type="button" className="copy" aria-label="Close" onClick={onClose}>
                <svg viewBox="0 0 14 14" aria-hidden="true">
                  <path d="m3.5 3.5 7 7m0-7-7 7" />
                </svg>
              </button>
            </div>
            <div className="dialog-body" {...(reads && { tabIndex: 0, role: "region", "aria-label": title })}>
              {children}
            </div>
            {foot && <div className="dialog-foot">{foot}</div>}
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Where what opened a dialog is gone by the time it closes, reading goes on in the content. */
function backToContent(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById("content")?.focus({ preventScroll: true });
  }, 50);
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  danger?: boolean;
  busy: boolean;
  refusal: Refusal | undefined;
  onConfirm: () => void;
  onClose: () => void;
  disabled?: boolean;
}

/** Asks before something that can't simply be undone. */
export function Confirm({ title, children, action, danger, busy, refusal, onConfirm, onClose, disabled }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      size="small"
      alert
      onClose={onClose}
      onSubmit={() => !disabled && !busy && onConfirm()}
      foot={
        <>
          <Button onClick={onClose}>Keep things as they are</Button>
          <Button type="submit" kind={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        {children}
        <Refused refusal={refusal} />
      </div>
    </Dialog>
  );
}
