ALTER TABLE "directory"."users" ADD COLUMN "is_proven" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "directory"."users" ADD COLUMN "proving_reset" text;
--> statement-breakpoint
ALTER TABLE "directory"."user_invitations" ADD COLUMN "proving_token" text;
