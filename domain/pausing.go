package domain

// Pausing says what becomes of a subscription when something would pause it.
type Pausing struct {
	// Was is the reason it is paused for already; empty while it is active.
	Was PauseReason
	// By is what would pause it.
	By PauseReason
	// Then is the reason it is paused for from then on.
	Then PauseReason
}

// Pausings is the table of pauses: the first reason stays, whatever else comes up,
// so that an administrator's pause is an administrator's when consent is withdrawn
// later (BR-CAP-PFM-INT-014-05, -06).
func Pausings() []Pausing {
	const active PauseReason = ""
	return []Pausing{
		{active, PausedByAdministrator, PausedByAdministrator},
		{active, PausedByConsecutiveDead, PausedByConsecutiveDead},
		{active, PausedByWithdrawal, PausedByWithdrawal},
		{PausedByAdministrator, PausedByAdministrator, PausedByAdministrator},
		{PausedByAdministrator, PausedByConsecutiveDead, PausedByAdministrator},
		{PausedByAdministrator, PausedByWithdrawal, PausedByAdministrator},
		{PausedByConsecutiveDead, PausedByAdministrator, PausedByConsecutiveDead},
		{PausedByConsecutiveDead, PausedByConsecutiveDead, PausedByConsecutiveDead},
		{PausedByConsecutiveDead, PausedByWithdrawal, PausedByConsecutiveDead},
		{PausedByWithdrawal, PausedByAdministrator, PausedByWithdrawal},
		{PausedByWithdrawal, PausedByConsecutiveDead, PausedByWithdrawal},
		{PausedByWithdrawal, PausedByWithdrawal, PausedByWithdrawal},
	}
}

// Resumption is what could be taken for the end of a pause.
type Resumption string

const (
	// SubscriptionResumed: an administrator resumed the subscription itself.
	SubscriptionResumed Resumption = "resumeIntegrationSubscription"
	// TypeAccepted: its type is accepted (again).
	TypeAccepted Resumption = "setAcceptedEventTypes"
	// InstallationUpgraded: its installation moved to a release that declares its type.
	InstallationUpgraded Resumption = "upgradeInstallation"
	// InstallationResumed: the suspension of its installation ended.
	InstallationResumed Resumption = "resumeInstallation"
)

// Lifting says whether a resumption ends a pause.
type Lifting struct {
	Reason PauseReason
	By     Resumption
	Lifts  bool
	// OnlyWhileAccepted: it is refused unless the type is declared and accepted.
	OnlyWhileAccepted bool
}

// Liftings is the table of reasons and resumptions: none but a resumption of the
// subscription itself ends a pause, and it ends each of them. Re-acceptance alone
// resumes nothing (BR-CAP-PFM-INT-014-06), and the end of a suspension resumes no
// subscription, since suspension paused none (BR-CAP-PFM-INT-014-07).
func Liftings() []Lifting {
	return []Lifting{
		{Reason: PausedByAdministrator, By: SubscriptionResumed, Lifts: true, OnlyWhileAccepted: true},
		{Reason: PausedByAdministrator, By: TypeAccepted},
		{Reason: PausedByAdministrator, By: InstallationUpgraded},
		{Reason: PausedByAdministrator, By: InstallationResumed},
		{Reason: PausedByConsecutiveDead, By: SubscriptionResumed, Lifts: true, OnlyWhileAccepted: true},
		{Reason: PausedByConsecutiveDead, By: TypeAccepted},
		{Reason: PausedByConsecutiveDead, By: InstallationUpgraded},
		{Reason: PausedByConsecutiveDead, By: InstallationResumed},
		{Reason: PausedByWithdrawal, By: SubscriptionResumed, Lifts: true, OnlyWhileAccepted: true},
		{Reason: PausedByWithdrawal, By: TypeAccepted},
		{Reason: PausedByWithdrawal, By: InstallationUpgraded},
		{Reason: PausedByWithdrawal, By: InstallationResumed},
	}
}
