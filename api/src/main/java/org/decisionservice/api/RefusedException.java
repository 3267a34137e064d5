package org.decisionservice.api;

/**
 * Carries a {@link Refusal} from where it is found to where it is written. Expected control flow: no stack trace is
 * recorded.
 */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
        super(refusal.detail(), null, false, false);
        this.refusal = refusal;
    }

    public RefusedException(Refusal.Kind kind, String detail) {
        this(new Refusal(kind, detail));
    }

    public Refusal refusal() {
        return refusal;
    }
}
