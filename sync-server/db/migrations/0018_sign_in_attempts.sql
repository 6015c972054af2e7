CREATE TABLE "directory"."sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"free_at" timestamp(3) with time zone NOT NULL,
	"forget_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
grant select, insert, update, delete on directory.sign_in_attempts to holdfast_directory;
